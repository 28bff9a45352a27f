import { afterAll } from 'vitest'
import { endFile } from './file-end.ts'

// Run before each file, also where files share a process. Vitest runs the hook that it heard of first as the last, and
// hears of none within a test: so this one stands here, once.
// What a file began before its tests, all of which were left out, is still there.
await endFile()
afterAll(() => endFile(), 120_000)
