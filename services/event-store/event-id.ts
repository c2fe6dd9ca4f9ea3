import { v5 } from "uuid";

/** The same for every repetition of the command: uuidv5(command id, index of the event within the command). */
export const eventId = (commandId: string, index: number): string => v5(String(index), commandId);
