import { FanionError } from '../../../shared/errors/fanion-error.ts'

/** A thing that is saved as a whole, by when it was saved. */
type Saved = { readonly savedAt: Date }

/** The version of a thing, which a save names. */
export const versionOf = ({ savedAt }: Saved): string => savedAt.toISOString()

/**
 * Throws `source/edited` unless a save names the version that is there: none for a new thing. Called while no one else can save it, so
 * of two saves by what both saw, or of a double click, the second is refused.
 */
export function requireSeenSave(name: string, was: Saved | undefined, seen: string | undefined): void {
  const version = was && versionOf(was)
  if (seen === version) return
  const sentence =
    version === undefined
      ? `${name} was removed after you opened it.`
      : seen === undefined
        ? `${name} is there already. To edit it, open it and send its version.`
        : `Someone else saved ${name} after you opened it. Reload it and make your change again.`
  throw new FanionError('source/edited', { name, version: version ?? null, seen: seen ?? null }, sentence)
}

/** When a thing is saved: later than the time before, so that its version is another one. */
export const nextSave = (was: Saved | undefined, now: Date): Date =>
  was && was.savedAt >= now ? new Date(was.savedAt.getTime() + 1) : now
