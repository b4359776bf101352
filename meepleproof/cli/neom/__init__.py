"""What the commands say about NEOM."""
