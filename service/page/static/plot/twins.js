// Curves that are the same, drawn once under all their names: consecutive is absolute, and palmtree
// is relative turned around.

/** Put together jobs of which the same is known, under the first of them. */
export function together(views) {
  const found = new Map();
  for (const view of views) {
    const same = signature(view.bounds);
    if (found.has(same)) found.get(same).push(view);
    else found.set(same, [view]);
  }
  return [...found.values()];
}

/** One view for each set of twins, with the look of its place among them. */
export function drawnOnce(views, look) {
  const sets = together(views);
  return sets.map(([first, ...others], index) => ({
    ...first, look: look(index, sets.length), ids: [first, ...others].map(({ id }) => id),
    bounds: { ...first.bounds, name: [first, ...others].map(({ bounds }) => bounds.name).reduce(joined) },
  }));
}

/** "(p,4,2) absolute" and "(p,4,2) consecutive" together are "(p,4,2) absolute = consecutive". */
function joined(names, name) {
  const [start, end] = [/^\([^)]*\) /.exec(names)?.[0], /^\([^)]*\) /.exec(name)?.[0]];
  return `${names} = ${start && start === end ? name.slice(end.length) : name}`;
}

function signature({ status, point, segments, lower, points }) {
  const lines = segments?.map(({ from, to, intercept, slope }) => [from, to, intercept, slope]);
  const proven = points?.map(({ alpha, value, lower: least }) => [alpha, value, least]);
  return JSON.stringify([status, point, lines, lower, status === "bounded" ? proven : null]);
}
