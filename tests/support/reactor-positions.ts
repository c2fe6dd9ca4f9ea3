import type { ReactorPosition, ReactorPositions } from "#services/platform/reactors/positions";

/** In memory; the same ones given to two sets of reactors make these two processes. */
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
