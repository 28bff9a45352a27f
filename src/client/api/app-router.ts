/** The one line at which the client touches the server: types only. */
import type { AppRouter, RouterInputs, RouterOutputs } from '../../server/platform/http/trpc/app-router.ts'

export type { AppRouter, RouterInputs, RouterOutputs }
