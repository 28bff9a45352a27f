import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CreatedSdkKey, SdkKey } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { ExactTime, TimeText, useNow } from '../../../components/time-text.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { type KeyAct, KeyActs } from './key-acts.tsx'

/** SDK keys of the project. Client keys are public and can be copied again; server keys show only their prefix. */
export function KeyTable(props: {
  project: string
  environments: readonly Environment[]
  keys: readonly SdkKey[]
  /** Number of connected applications by key id. Undefined while unknown. */
  connected: Readonly<Record<string, number>> | undefined
  onMade: (made: CreatedSdkKey) => void
}): ReactNode {
  const { project, environments, keys, connected, onMade } = props
  const [act, setAct] = useState<KeyAct | null>(null)
  const now = useNow()
  if (keys.length === 0)
    return (
      <SettingsSection title="All keys" lead="No keys yet. Applications need one to read flags.">
        {null}
      </SettingsSection>
    )
  const columns = ['Name', 'Environment', 'Type', 'Key', 'Public id', 'Allowed origins', 'Last used', 'Connected']
  return (
    <SettingsSection title="All keys">
      <Table wraps actions label="Project SDK keys" columns={columns}>
        {keys.map((key) => {
          const environment = environments.find((one) => one.key === key.environment)
          const expired = key.expiresAt !== null && Date.parse(key.expiresAt) <= now
          const dead = key.revokedAt !== null || expired
          return (
            <tr key={key.id} data-faded={dead || undefined}>
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
              <td>
                {key.publicId === null ? (
                  ''
                ) : (
                  <CopyButton
                    text={key.publicId}
                    label={`${key.publicId.slice(0, 6)}…`}
                    size="compact-sm"
                    ff="monospace"
                  />
                )}
              </td>
              <td>{key.kind === 'server' ? '' : key.allowedOrigins.join(', ') || 'any origin'}</td>
              <td>{key.lastUsedAt === null ? 'never' : <TimeText instant={key.lastUsedAt} />}</td>
              <td>{dead ? '' : (connected?.[key.id] ?? '')}</td>
              <td>
                {dead ? (
                  <span>
                    {key.revokedAt === null ? 'expired' : 'revoked'}{' '}
                    <TimeText instant={key.revokedAt ?? key.expiresAt ?? ''} />
                  </span>
                ) : (
                  <>
                    {key.expiresAt === null ? null : (
                      <span>
                        expires <ExactTime instant={key.expiresAt} />
                      </span>
                    )}
                    <Button size="compact-sm" variant="default" onClick={() => setAct({ kind: 'revoke', key })}>
                      Revoke
                    </Button>{' '}
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <Button size="compact-sm" variant="default" aria-label={`More actions for ${key.name}`}>
                          <IconDots size={14} aria-hidden />
                        </Button>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item onClick={() => setAct({ kind: 'rotate', key })}>Rotate</Menu.Item>
                        {key.kind === 'client' ? (
                          <Menu.Item onClick={() => setAct({ kind: 'origins', key })}>Edit allowed origins</Menu.Item>
                        ) : null}
                      </Menu.Dropdown>
                    </Menu>
                  </>
                )}
              </td>
            </tr>
          )
        })}
      </Table>
      {act === null ? null : <KeyActs project={project} act={act} onClose={() => setAct(null)} onMade={onMade} />}
    </SettingsSection>
  )
}
