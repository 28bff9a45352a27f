/** Registry metadata of a package version that this installation serves. */
export type Release = {
  readonly name: string
  readonly version: string
  /** Its package.json. */
  readonly manifest: Record<string, unknown>
  /**
   * The original release date, regardless of when a server first served it. Package managers may reject releases that
   * are too new.
   */
  readonly releasedAt: Date
  /** In lock file format: `sha512-…`. */
  readonly integrity: string
  /** SHA-1, hexadecimal. */
  readonly shasum: string
}

export type PackedRelease = Release & { readonly tarball: Buffer }
