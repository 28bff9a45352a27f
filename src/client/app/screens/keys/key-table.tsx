import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Environment } from '../../../../shared/schemas/project.ts'
import type { SdkKey } from '../../../../shared/schemas/sdk-key.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EnvironmentMark } from '../../ui/environment-mark.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import classes from './connect.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'

/** Every key of the project. A client key is no secret and can be copied again; a server key shows how it begins. */
export function KeyTable(props: {
  environments: readonly Environment[]
  keys: readonly SdkKey[]
  onRevoke: (id: string) => void
}): ReactNode {
  const { environments, keys, onRevoke } = props
  const [revoking, setRevoking] = useState<SdkKey | null>(null)
  if (keys.length === 0) return <p className={classes['hint']}>No key yet. Programs need one to read their flags.</p>
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" className={classes['heading']}>
        All keys
      </h2>
      <div className={classes['tableBox']}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Environment</th>
              <th scope="col">Kind</th>
              <th scope="col">Key</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => {
              const environment = environments.find((one) => one.key === key.environment)
              return (
                <tr key={key.id} data-revoked={key.revokedAt !== null || undefined}>
                  <th scope="row">{key.name}</th>
                  <td>{environment ? <EnvironmentMark environment={environment} /> : key.environment}</td>
                  <td>{key.kind}</td>
                  <td>
                    {key.text === null ? (
                      <code>{key.prefix}…</code>
                    ) : (
                      <CopyButton text={key.text} label={`${key.prefix}…`} size="compact-sm" ff="monospace" />
                    )}
                  </td>
                  <td>{key.lastUsedAt === null ? 'never' : <TimeText instant={key.lastUsedAt} />}</td>
                  <td>
                    {key.revokedAt === null ? (
                      <Button size="compact-sm" variant="default" onClick={() => setRevoking(key)}>
                        Revoke
                      </Button>
                    ) : (
                      <span>
                        revoked <TimeText instant={key.revokedAt} />
                      </span>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {revoking === null ? null : (
        <RevokeDialog
          sdkKey={revoking}
          onClose={() => setRevoking(null)}
          onRevoke={() => {
            onRevoke(revoking.id)
            setRevoking(null)
          }}
        />
      )}
    </section>
  )
}
