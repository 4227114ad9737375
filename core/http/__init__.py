"""What requests and answers have in common, whatever they're about."""
