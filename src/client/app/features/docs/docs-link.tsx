import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { type DocsPage, docsPages } from '../../../../shared/docs-pages.ts'

/** A link to a page of the documentation, beside what it is about; it opens in a tab of its own, so that no draft is left. */
export function DocsLink({ page, children }: { page: DocsPage; children: ReactNode }): ReactNode {
  return (
    <Anchor href={docsPages[page]} target="_blank" inherit underline="always">
      {children}
    </Anchor>
  )
}
