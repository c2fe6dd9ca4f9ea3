/** The class of the log's advisory locks; the second number is the lower bound's low 32 bits. */
export const lockClass = 7_201_400;
