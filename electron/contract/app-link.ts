/** What a requested `campaign-desk:` link leads to. Nothing was opened or changed yet. */
export type LinkTarget =
  /** A campaign of a connection; null: the connection. */
  | { readonly kind: 'campaign'; readonly connectionId: string; readonly campaignId: string | null }
  /** No connection has the address of the link. */
  | { readonly kind: 'newConnection'; readonly baseUrl: string; readonly campaignId: string | null }
  /** No connection has the campaign. */
  | { readonly kind: 'unknownCampaign'; readonly campaignId: string }
  /** The link is not valid, or of a later version. */
  | { readonly kind: 'invalid' }

/** A target that a dialog shows. */
export type LinkQuestion = Exclude<LinkTarget, { readonly kind: 'campaign' }>

/** What a person has confirmed to add, for the form of a new connection. */
export type LinkedConnection = Pick<
  Extract<LinkTarget, { readonly kind: 'newConnection' }>,
  'baseUrl' | 'campaignId'
>
