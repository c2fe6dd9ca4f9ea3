import type { ReactorPosition, ReactorPositions } from "#services/platform/reactors/positions";

/** Positions in memory; two sets of reactors with the same positions behave like two processes. */
export function memoryReactorPositions(): ReactorPositions {
  const positions = new Map<string, ReactorPosition>();
  return {
    all: async () => new Map(positions),
    async move(name, from, to) {
      if (positions.get(name)?.checkpoint !== from) return false;
      positions.set(name, to);
      return true;
    },
  };
}
