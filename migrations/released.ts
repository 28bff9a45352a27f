/**
 * What a version that was released left in the database: the newest migration that it knows, and the commit or tag of its
 * sources. Servers of the last of them serve on while those of the next version migrate.
 */
export const released: Readonly<Record<string, { readonly schema: string; readonly at: string }>> = {
  '0.1.0': { schema: '0031_change_revisions', at: 'eba178b87db4b5f23444fc030bc44d4803efec02' },
}

/**
 * The newest migration of the last version that was released.
 * @internal for tests and benches
 */
export const releasedSchema = Object.values(released).at(-1)?.schema ?? ''
