"""What a saved model knows of the words of new text."""
