import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { scopeText } from '../../../../../../shared/text/audit/scope.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import classes from '../../../../components/settings.module.css'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { Table } from '../../../../components/table.tsx'
import { TimeText } from '../../../../components/time-text.tsx'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { TokenMaker } from './token-maker.tsx'

export function TokensScreen(): ReactNode {
  const tokens = trpc.tokens.list.useQuery()
  const projects = trpc.projects.list.useQuery().data ?? []
  const owner = trpc.account.status.useQuery().data?.user?.instanceRole === 'owner'
  const utils = trpc.useUtils()
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess: async ({ name }) => {
      await utils.tokens.list.invalidate()
      done(`Token ${name} no longer works.`)
    },
    onError: (error) => failed('Couldn’t revoke the token', refusalOf(error)),
  })
  return (
    <SettingsPage>
      <SettingsSection
        title="New API token"
        lead="For scripts and tools that act as you, with at most the access you choose here."
      >
        <TokenMaker projects={projects} owner={owner} />
      </SettingsSection>
      <SettingsSection title="Your API tokens">
        <Loaded
          query={tokens}
          what="your tokens"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={<p className={classes['lead']}>No tokens yet.</p>}
        >
          {(list) => (
            <Table label="API tokens" columns={['Name', 'Prefix', 'Access', 'Last used', 'Expires']}>
              {list.map((token) => (
                <tr key={token.id} data-faded={token.revokedAt !== null || undefined}>
                  <th scope="row">{token.name}</th>
                  <td>
                    <code>{token.prefix}…</code>
                  </td>
                  <td>{scopeText(token)}</td>
                  <td>{token.lastUsedAt === null ? 'never' : <TimeText instant={token.lastUsedAt} />}</td>
                  <td>{token.expiresAt === null ? 'never' : token.expiresAt.slice(0, 10)}</td>
                  <td>
                    {token.revokedAt === null ? (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Revoke token ${token.name}`}
                        onClick={() => revoke.mutate({ id: token.id })}
                      >
                        Revoke
                      </Button>
                    ) : (
                      <span>
                        revoked <TimeText instant={token.revokedAt} />
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}
