// Our content security policy forbids code made from text. Zod asks for that at its very start, so it is told before.
globalThis.__zod_globalConfig = { jitless: true }
