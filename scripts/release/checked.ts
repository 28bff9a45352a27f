/** Last migration of migrations/index.ts, and the last migration of this version in migrations/released.ts, if any. */
export type Schemas = { readonly newest: string | undefined; readonly released: string | undefined }

/** Returns why the sources cannot be released, or undefined if they can. */
export function whyNot(version: string, changelog: string, changedFiles: string, schemas: Schemas): string | undefined {
  const parts = changelog.split(/^## /m).slice(1)
  const [unreleased] = parts.filter((part) => /^unreleased\b/i.test(part))
  if (changedFiles.trim() !== '') return `These files are not committed:\n${changedFiles.trimEnd()}`
  if (unreleased?.includes('\n- '))
    return `CHANGELOG.md has lines under “Unreleased”. Move them under “## ${version}”, or raise the version in package.json first.`
  if (!parts.some((part) => part.split(/\s/)[0] === version)) return `CHANGELOG.md has no “## ${version}”.`
  if (schemas.released !== schemas.newest)
    return `migrations/released.ts doesn’t say that ${version} ends with ${schemas.newest}. Add it, or raise the version in package.json first.`
  return undefined
}
