import type { TRPCLink } from '@trpc/client'
import type { AppRouter } from '../api/app-router.ts'

/**
 * Links that translate the server’s refusals to the language of this build. Empty for English. Builds for other
 * languages replace this module (scripts/messages/plugin.ts).
 */
export const refusalLinks: readonly TRPCLink<AppRouter>[] = []

/** Translates a sentence of the server to the language of this build. */
export const inReadersWords = (english: string): Promise<string> => Promise.resolve(english)
