alter type "MakingKind" add value 'HIGHLIGHT' after 'QUOTE_CARD';
