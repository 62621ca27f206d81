"""Jobs of kind "compare": several networks beside each other, at one α and over all of them."""

from alphacut.jobs.comparing.contest import COMPARE as COMPARE
from alphacut.jobs.comparing.contest import Contest as Contest
from alphacut.jobs.comparing.running import carry_out_comparison as carry_out_comparison
