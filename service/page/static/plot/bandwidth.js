// Bisection bandwidths in bytes a second, as the command line tells them with --unit; all exact.

import { compared, percent, rational } from "../exact.js";

const WRITTEN = /^([0-9./]+) *([kMGTP]?)(B\/s|Bps|b\/s|bps|bit\/s)$/;
const POWERS = [["", 0n], ["k", 3n], ["M", 6n], ["G", 9n], ["T", 12n], ["P", 15n]];
const FIGURES = 4; // that are shown

/** What a local link carries, in bytes a second, from "25GB/s" or "200Gb/s"; null if it is none. */
export function readRate(written) {
  const found = WRITTEN.exec(written.trim());
  const carried = found && rational(found[1]);
  if (!carried || carried[0] <= 0n) return null;
  const power = POWERS.find(([name]) => name === found[2])[1];
  return [carried[0] * 10n ** power, carried[1] * (found[3].startsWith("B") ? 1n : 8n)];
}

/** What two halves exchange: { oneWay, bothWays, share, each }, the last two where there are hosts. */
export function bandwidth({ lower, upper, hosts, rate }) {
  const ends = [lower, upper];
  const [oneWay, bothWays] = [1n, 2n].map((ways) => rates(ends.map((end) => times(end, rate, [ways, 1n]))));
  if (hosts < 2) return { oneWay, bothWays, share: "-", each: "-" };
  const ofHost = ends.map((end) => times(end, [2n, BigInt(hosts)]));
  const shares = ofHost.map(([above, below]) => percent(Number(above) / Number(below)));
  return {
    oneWay,
    bothWays,
    share: compared(lower, upper) ? shares.join(" to ") : shares[0],
    each: rates(ofHost.map((end) => times(end, rate))),
  };
}

const times = (...factors) => factors.reduce(([a, b], [c, d]) => [a * c, b * d], [1n, 1n]);

function rates([lower, upper]) {
  const [name, power] = POWERS.findLast(([, each]) => upper[0] >= 10n ** each * upper[1]) ?? POWERS[0];
  const scaled = ([above, below]) => [above, below * 10n ** power];
  const ends = compared(lower, upper)
    ? [figures(scaled(lower), down), figures(scaled(upper), up)]
    : [figures(scaled(lower), nearest)];
  return `${ends.join(" to ")} ${name}B/s`;
}

/** A number below 1,000 with four figures, rounded the way that keeps a bound true. */
function figures([above, below], towards) {
  const places = Math.max(0, FIGURES - String(above / below).length);
  const unit = 10n ** BigInt(places);
  const scaled = towards(above * unit, below);
  const rest = String(scaled % unit).padStart(places, "0").replace(/0+$/, "");
  const whole = (scaled / unit).toLocaleString("en");
  return places && rest ? `${whole}.${rest}` : whole;
}

const down = (above, below) => above / below;
const up = (above, below) => (above + below - 1n) / below;

function nearest(above, below) {
  const [whole, rest] = [above / below, above % below];
  const half = compared([2n * rest, 1n], [below, 1n]);
  return half > 0 || (half === 0 && whole % 2n) ? whole + 1n : whole;
}
