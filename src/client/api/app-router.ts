/** The only import from the server in client code. Types only. */
import type { AppRouter, RouterInputs, RouterOutputs } from '../../server/platform/http/trpc/app-router.ts'

export type { AppRouter, RouterInputs, RouterOutputs }
