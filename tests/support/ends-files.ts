import { afterAll } from 'vitest'
import { endFile } from './file-end.ts'

// Runs before each file, also if files share a process. Vitest runs the first registered hook last, and allows none to
// be registered inside a test: so this one is registered here, once. The call ends whatever a file started before its
// tests if all of them were skipped.
await endFile()
afterAll(() => endFile(), 120_000)
