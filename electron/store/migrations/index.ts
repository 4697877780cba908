import { CAMPAIGNS_AND_ITEMS } from './0001-campaigns-and-items.ts'
import { STAGING_JOURNAL } from './0002-staging-journal.ts'
import { CHANGES } from './0003-changes.ts'
import { COLUMNS_IN_SEGMENTS } from './0004-columns-in-segments.ts'
import { WORDS } from './0005-words.ts'
import { STORED_RANKS } from './0006-stored-ranks.ts'
import { WORDS_AS_WRITTEN } from './0007-words-as-written.ts'
import { STORED_CODES } from './0008-stored-codes.ts'
import { UNAVAILABLE_CAMPAIGNS } from './0009-unavailable-campaigns.ts'
import { VALUES_OF_OTHER_TYPES } from './0010-values-of-other-types.ts'
import { DISCOVERED_ITEMS } from './0011-discovered-items.ts'
import { LONG_ITEMS } from './0012-long-items.ts'
import { CAMPAIGN_CELLS } from './0013-campaign-cells.ts'
import { ITEM_COUNTS } from './0014-item-counts.ts'
import { CAMPAIGN_CELLS_AS_JSONB } from './0015-campaign-cells-as-jsonb.ts'
import { CAMPAIGN_FINDINGS } from './0016-campaign-findings.ts'
import { USED_COLUMNS } from './0017-used-columns.ts'
import { UNSEEN_REVISION } from './0018-unseen-revision.ts'
import { RANKS_OF_TIMESTAMPS } from './0019-ranks-of-timestamps.ts'

/**
 * All migrations in order; their number is the version. Append new ones; never change the effect of an
 * existing one.
 */
export const MIGRATIONS: readonly string[] = [
  CAMPAIGNS_AND_ITEMS,
  STAGING_JOURNAL,
  CHANGES,
  COLUMNS_IN_SEGMENTS,
  WORDS,
  STORED_RANKS,
  WORDS_AS_WRITTEN,
  STORED_CODES,
  UNAVAILABLE_CAMPAIGNS,
  VALUES_OF_OTHER_TYPES,
  DISCOVERED_ITEMS,
  LONG_ITEMS,
  CAMPAIGN_CELLS,
  ITEM_COUNTS,
  CAMPAIGN_CELLS_AS_JSONB,
  CAMPAIGN_FINDINGS,
  USED_COLUMNS,
  UNSEEN_REVISION,
  RANKS_OF_TIMESTAMPS,
]

/** The newest version of the schema that this application supports. */
export const SCHEMA_VERSION = MIGRATIONS.length
