import { limitTests } from "#tests/support/patience";

limitTests(240_000);
