import type { ReactNode } from 'react'
import type { ApiToken } from '../../../../../shared/features/access/schemas/api-token.ts'
import { scopeText } from '../../../../../shared/text/audit/scope.ts'
import { Table } from '../../../components/table.tsx'
import { ExactTime, TimeText, useNow } from '../../../components/time-text.tsx'

export function ServiceTokenTable(props: {
  tokens: readonly ApiToken[]
  /** Actions for an active token. */
  actions: (token: ApiToken) => ReactNode
}): ReactNode {
  const { tokens, actions } = props
  const now = useNow()
  const columns = ['Name', 'Prefix', 'Access', 'Created by', 'Last used', 'Expires']
  return (
    <Table label="Project service tokens" columns={columns}>
      {tokens.map((token) => {
        const { id, name, prefix, createdBy, lastUsedAt, expiresAt, revokedAt } = token
        const expired = expiresAt !== null && Date.parse(expiresAt) <= now
        return (
          <tr key={id} data-faded={revokedAt !== null || expired || undefined}>
            <th scope="row">{name}</th>
            <td>
              <code>{prefix}…</code>
            </td>
            <td>{scopeText(token)}</td>
            <td>{createdBy ?? 'a former user'}</td>
            <td>{lastUsedAt === null ? 'never' : <TimeText instant={lastUsedAt} />}</td>
            <td>{expiresAt === null ? 'never' : <ExactTime instant={expiresAt} />}</td>
            <td>
              {revokedAt === null && !expired ? (
                actions(token)
              ) : (
                <span>
                  {revokedAt === null ? 'expired' : 'revoked'} <TimeText instant={revokedAt ?? expiresAt ?? ''} />
                </span>
              )}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
