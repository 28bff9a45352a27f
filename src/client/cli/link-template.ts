/** Derives the URL template for source lines from the remote’s URL. Undefined for unknown hosts. */
export function linkTemplate(remote: string): string | undefined {
  const place = placeOf(remote)
  if (place === undefined) return undefined
  const { host, path } = place
  const base = `https://${host}/${path}`
  if (host === 'github.com' || host.startsWith('github.')) return `${base}/blob/{commit}/{path}#L{line}`
  if (host === 'gitlab.com' || host.startsWith('gitlab.')) return `${base}/-/blob/{commit}/{path}#L{line}`
  if (host === 'bitbucket.org') return `${base}/src/{commit}/{path}#lines-{line}`
  if (host === 'dev.azure.com') return `${base}?path=/{path}&version=GC{commit}&line={line}`
  if (host === 'codeberg.org' || host.startsWith('gitea.') || host.startsWith('forgejo.'))
    return `${base}/src/commit/{commit}/{path}#L{line}`
  return undefined
}

/** The repository that a remote’s URL refers to, such as acme/shop. */
export const repositoryName = (remote: string): string | undefined => placeOf(remote)?.path

/** Host and path of a URL, without credentials. */
function placeOf(remote: string): { host: string; path: string } | undefined {
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote)
  const long = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(remote)
  const [, host, path] = long ?? short ?? []
  if (host === undefined || path === undefined) return undefined
  return { host: host.toLowerCase(), path: path.replace(/\/$/, '').replace(/\.git$/, '') }
}
