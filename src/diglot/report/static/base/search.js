// A page with one search field: what it holds is sought while it is typed.

const query = byId('query');

function search() {
  state.query = query.value;
  refresh();
}
query.addEventListener('input', delayed(search, 120));

// Escape empties the field; Enter leads to what was found.
function listenAndSearch(keys, enter) {
  const fieldKeys = {
    '/': () => { query.focus(); query.select(); },
    '?': () => toggleDialog('keys'),
  };
  listen({ ...fieldKeys, ...keys }, query, {
    leave: () => {
      query.value = '';
      search();
      query.blur();
    },
    enter,
  });
}
