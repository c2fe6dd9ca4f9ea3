/** What this browser remembers of the push subscription of a member; without the calls, which every page would load. */
export const entryOf = (uuid: string) => `push-device:${uuid}`;
export const checkedOf = (uuid: string) => `push-checked:${uuid}`;

export function forgetDevice(uuid: string): void {
  localStorage.removeItem(entryOf(uuid));
  localStorage.removeItem(checkedOf(uuid));
}
