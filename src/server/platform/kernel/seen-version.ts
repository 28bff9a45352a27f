import { FanionError } from '../../../shared/errors/fanion-error.ts'

/** Something that is saved as a whole, and its save time. */
type Saved = { readonly savedAt: Date }

/** Returns the version that a save refers to. */
export const versionOf = ({ savedAt }: Saved): string => savedAt.toISOString()

/**
 * Throws `source/edited` unless a save refers to the current version, or to none if the thing is new. Called while no
 * one else can save it, so the second of two saves based on the same version, or of a double click, is rejected.
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

/** Returns the time of a save. It is later than the previous one, so that the version changes. */
export const nextSave = (was: Saved | undefined, now: Date): Date =>
  was && was.savedAt >= now ? new Date(was.savedAt.getTime() + 1) : now
