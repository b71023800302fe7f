"""Recipes of images. Each module here has a function ``recipe``, which returns an `ImageRecipe` (`..building`)."""
