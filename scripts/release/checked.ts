/** Why these sources cannot be released as they are; undefined where they can. */
export function whyNot(version: string, changelog: string, changedFiles: string): string | undefined {
  const parts = changelog.split(/^## /m).slice(1)
  const [unreleased] = parts.filter((part) => /^unreleased\b/i.test(part))
  if (changedFiles.trim() !== '') return `These files are not committed:\n${changedFiles.trimEnd()}`
  if (unreleased?.includes('\n- '))
    return `CHANGELOG.md has lines under “Unreleased”. Move them under “## ${version}”, or raise the version in package.json first.`
  if (!parts.some((part) => part.split(/\s/)[0] === version)) return `CHANGELOG.md has no “## ${version}”.`
  return undefined
}
