/** The name of the key for shortcuts on this platform. */
export const commandKey = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";
