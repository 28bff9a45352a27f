import type { TRPCLink } from '@trpc/client'
import type { AppRouter } from '../api/app-router.ts'

/**
 * What words the server’s refusals in the language of this build: nothing in English, which they come in. A build for another
 * language puts its own module in this place (scripts/messages/plugin.ts).
 */
export const refusalLinks: readonly TRPCLink<AppRouter>[] = []

/** A sentence of the server in the language of this build. */
export const inReadersWords = (english: string): Promise<string> => Promise.resolve(english)
