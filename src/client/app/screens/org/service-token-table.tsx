import type { ReactNode } from 'react'
import type { ApiToken } from '../../../../shared/schemas/api-token.ts'
import { scopeWords } from '../../../../shared/words/scope.ts'
import { Table } from '../../ui/table.tsx'
import { ExactTime, TimeText, useNow } from '../../ui/time-text.tsx'

/** Tokens, how each begins, what it may be, and when it was used last. */
export function ServiceTokenTable(props: {
  tokens: readonly ApiToken[]
  /** What can be done with one that works. */
  actions: (token: ApiToken) => ReactNode
}): ReactNode {
  const { tokens, actions } = props
  const now = useNow()
  const columns = ['Name', 'Begins', 'May be', 'Made by', 'Last used', 'Works until']
  return (
    <Table label="Service tokens of the project" columns={columns}>
      {tokens.map((token) => {
        const { id, name, prefix, createdBy, lastUsedAt, expiresAt, revokedAt } = token
        const expired = expiresAt !== null && Date.parse(expiresAt) <= now
        return (
          <tr key={id} data-faded={revokedAt !== null || expired || undefined}>
            <th scope="row">{name}</th>
            <td>
              <code>{prefix}…</code>
            </td>
            <td>{scopeWords(token)}</td>
            <td>{createdBy ?? 'nobody who is here still'}</td>
            <td>{lastUsedAt === null ? 'never' : <TimeText instant={lastUsedAt} />}</td>
            <td>{expiresAt === null ? 'it is revoked' : <ExactTime instant={expiresAt} />}</td>
            <td>
              {revokedAt === null && !expired ? (
                actions(token)
              ) : (
                <span>
                  {revokedAt === null ? 'ended' : 'revoked'} <TimeText instant={revokedAt ?? expiresAt ?? ''} />
                </span>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
