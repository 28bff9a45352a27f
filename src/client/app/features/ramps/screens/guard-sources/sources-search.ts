import { searchTexts } from '../../../../components/search-text.ts'

/** Which source is open. */
export const sourcesSearch = searchTexts('source')
