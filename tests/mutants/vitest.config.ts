import { mergeConfig } from "vitest/config";
import everyday from "../vitest.config.ts";
import { faults } from "./faults.ts";
import { plantedFault } from "./planted-fault.ts";

const fault = faults[Number(process.env.PLANTED_FAULT)];

/** The everyday suite with the numbered fault planted; without a number unchanged. */
export default mergeConfig(everyday, { plugins: fault ? [plantedFault(fault)] : [] });
