/** Marks a control, or a group of controls, whose required value is missing. */
export const lacking = (isLacking: boolean) => ({ "data-lacks": isLacking ? ("" as const) : undefined });

/** The first control of a form that is wrong or whose required value is missing. */
export function firstWrong(form: ParentNode | null | undefined): HTMLElement | null {
  const wrong = form?.querySelector<HTMLElement>("[data-lacks], [aria-invalid=true]") ?? null;
  return wrong?.matches("[role=group]") ? wrong.querySelector("button, input") : wrong;
}

/** `아직 필요한 것: 팀 이름, 주제`; undefined if nothing is missing. */
export const missing = (labels: readonly (string | false | undefined)[]): string | undefined => {
  const named = [...new Set(labels.filter(Boolean))];
  return named.length > 0 ? `아직 필요한 것: ${named.join(", ")}` : undefined;
};

/** The reason of a form that would save what is stored already. */
export const unchanged = "바뀐 내용이 없어요";
