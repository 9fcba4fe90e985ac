"""What annotation costs: many people at once, killed servers, long documents."""
