// The plots of a run in the plane.

/** What is plotted: a title, a unit, and lines with a colour of the palette, a dash pattern and a number for each step. */
function plotsOf(film, forces) {
  const fact = (name) => film.facts.map((facts) => (facts === null ? NaN : facts[name]));
  const [kinetic, potential] = [fact("kinetic"), fact("potential")];
  const pressing = film.facts.map((_, step) => new Set(forces.of(step).map((contact) => contact.row)).size);
  return [
    {
      name: "energy", title: "Energy", unit: "J",
      lines: [
        { label: "kinetic", colour: "velocity", dash: [], numbers: kinetic },
        { label: "potential", colour: "potential", dash: [5, 3], numbers: potential },
        { label: "sum", colour: "ink", dash: [1.5, 2.5], numbers: kinetic.map((value, step) => value + potential[step]) },
      ],
    },
    { name: "penetration", title: "Penetration", unit: "m", lines: [{ label: "deepest", colour: "impact", dash: [], numbers: fact("depth") }] },
    { name: "contacts", title: "Active contacts", unit: "", lines: [{ label: "pressing", colour: "force", dash: [], numbers: pressing.with(0, NaN) }] },
    { name: "bits", title: "Longest number of the proof", unit: "bits", lines: [{ label: "length", colour: "made", dash: [], numbers: fact("bits") }] },
  ];
}
