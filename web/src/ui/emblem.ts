/** Circle as `cx cy r`, square as `x y side radius`, both in a field of 64 (spec/daily-use.md rule 37). */
interface Emblem {
  readonly circle: readonly [number, number, number];
  readonly square: readonly [number, number, number, number];
  /** Whether the circle is inside the square; otherwise the square overlaps it in a different colour. */
  readonly isInside: boolean;
  readonly palette: Palette;
}

interface Palette {
  readonly ground: string;
  readonly circle: string;
  readonly square: string;
  readonly overlap: string;
}

const compositions: readonly Omit<Emblem, "palette">[] = [
  { circle: [21, 32, 15], square: [29, 17, 30, 10], isInside: false },
  { circle: [32, 21, 14], square: [18, 27, 28, 9], isInside: false },
  { circle: [32, 32, 13], square: [10, 10, 44, 14], isInside: true },
  { circle: [24, 24, 17], square: [25, 25, 29, 10], isInside: false },
];

const palettes: readonly Palette[] = [
  { ground: "#e6e8ff", circle: "#6e74fa", square: "#ff93cb", overlap: "#3c42e0" },
  { ground: "#ffe3ea", circle: "#ff5780", square: "#ffb27a", overlap: "#b5163e" },
  { ground: "#fff0c9", circle: "#ff9d2e", square: "#7f85ff", overlap: "#7b3a6b" },
  { ground: "#d8f5ea", circle: "#12a065", square: "#7cc7ff", overlap: "#0b5878" },
  { ground: "#24225a", circle: "#8f94ff", square: "#ff93cb", overlap: "#ffffff" },
  { ground: "#3b1746", circle: "#ff7ac0", square: "#ffd482", overlap: "#ffffff" },
];

/** One of 24 drawings for a team: consecutive team ids differ. */
export function emblemOf(teamId: number): Emblem {
  const n = (teamId * 7) % (compositions.length * palettes.length);
  const composition = compositions[n % compositions.length];
  const palette = palettes[Math.floor(n / compositions.length)];
  if (!composition || !palette) throw new RangeError(`no emblem for team ${teamId}`);
  return { ...composition, palette };
}
