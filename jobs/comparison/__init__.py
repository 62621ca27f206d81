"""Jobs of kind "compare": several networks beside each other, at one α and over all of them."""
