import { controls } from "./controls.tsx";
import { feedback } from "./feedback.tsx";
import { fields } from "./fields.tsx";
import type { Specimen } from "./specimen.ts";
import { surfaces } from "./surfaces.tsx";
import { team } from "./team.tsx";

export const specimens: readonly Specimen[] = [...controls, ...fields, ...surfaces, ...feedback, ...team];
