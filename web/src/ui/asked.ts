export interface Message {
  title: string;
  /** Second line, e.g. the message of the server. */
  text?: string | null | undefined;
}

export interface Question extends Message {
  /** Default `나가기`. */
  yes?: string;
  /** Default `취소`. */
  no?: string;
  /** Red button: something is really lost. */
  danger?: boolean;
  /** Ends what is asked about: the window goes by itself, and that means no. */
  until?: AbortSignal;
}

export interface Asked extends Question {
  id: number;
  kind: "alert" | "confirm";
  answer: (yes: boolean) => void;
}
