import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { type DocsPage, docsPages } from '../../../../shared/docs-pages.ts'

/** Link to a documentation page. Opens in a new tab, so that drafts stay open. */
export function DocsLink({ page, children }: { page: DocsPage; children: ReactNode }): ReactNode {
  return (
    <Anchor href={docsPages[page]} target="_blank" inherit underline="always">
      {children}
    </Anchor>
  )
}
