"""The connection to a model's endpoint: requests, their failures, servers nearby."""
