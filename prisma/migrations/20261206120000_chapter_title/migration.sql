-- The chapter's title is plainer now. A title that a family has chosen stays.
update chapter set title = 'Marriage and children' where key = 'family-made' and title = 'The family made';
