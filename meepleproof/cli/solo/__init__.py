"""What the commands say about the Solo Variant."""
