const browsers: readonly (readonly [RegExp, string])[] = [
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Whale\//, "Whale"],
  [/EdgA?\/|EdgiOS\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

const nameIn = (list: typeof browsers, agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** A readable name of a device: `Chrome · Windows`. */
export const deviceLabel = (agent: string): string =>
  [nameIn(browsers, agent), nameIn(systems, agent)].filter(Boolean).join(" · ") || "이 브라우저";
